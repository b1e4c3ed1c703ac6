"""Bytes of weights in the formats they are stored in."""

from zahlwerk.sizing.formula import formula


@formula("byte/parameter", "[bits]:.2")
def parameter_size(format):
    """Size of one parameter: its element and its part of the block's scale. Source: OCP Microscaling, section 5."""
    return format.element + format.scale / format.block


@formula("byte", "[GB]:.0")
def checkpoint_bytes(model, parameters, expert_matrix_parameters):
    """The released checkpoint: the experts' matrices in their format, everything else in its own.

    Agrees with the model card, arXiv 2508.10925, Table 1, and with the tensor bytes of the released files.
    """
    return model.layers * expert_matrix_parameters * (
        model.expert_format.element + model.expert_format.scale / model.expert_format.block
    ) + (parameters - model.layers * expert_matrix_parameters) * (
        model.rest_format.element + model.rest_format.scale / model.rest_format.block
    )
