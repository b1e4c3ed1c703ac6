"""Bytes of weights in the formats they are stored in, by class of tensor."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("byte/parameter", "[bits]:.2")
def parameter_size(format):
    """Size of one parameter: its element, its part of the block's scale, and of a scale of scales.

    Source: OCP Microscaling, section 5; QLoRA, arXiv 2305.14314, section 3, for NF4 and double quantisation.
    """
    return format.element + format.scale / format.block + format.second_scale / format.second_block


@formula("byte", "[GB]:.0")
def checkpoint_bytes(model, parameters, expert_matrix_parameters):
    """The released checkpoint: the experts' matrices in their format, everything else in its own.

    Source: arXiv 2508.10925, Table 1, which agrees, as do the tensor bytes of the released files.
    """
    return model.layers * expert_matrix_parameters * (
        model.expert_format.element + model.expert_format.scale / model.expert_format.block
    ) + (parameters - model.layers * expert_matrix_parameters) * (
        model.rest_format.element + model.rest_format.scale / model.rest_format.block
    )


@formula("byte/parameter", "[bits]:.2")
def expert_size(recipe):
    """Size of one parameter of the experts' matrices on the cards. Source: as for the size of a parameter."""
    return (
        recipe.expert_format.element
        + recipe.expert_format.scale / recipe.expert_format.block
        + recipe.expert_format.second_scale / recipe.expert_format.second_block
    )


@formula("byte/parameter", "[bits]:.2")
def attention_size(recipe):
    """Size of one parameter of the attention's matrices on the cards. Source: as for the size of a parameter."""
    return (
        recipe.attention_format.element
        + recipe.attention_format.scale / recipe.attention_format.block
        + recipe.attention_format.second_scale / recipe.attention_format.second_block
    )


@formula("byte", "[GB]:.2")
def layer_bytes(
    layer_parameters,
    expert_matrix_parameters,
    shared_expert_parameters,
    attention_matrix_parameters,
    expert_size,
    attention_size,
    recipe,
):
    """Weights of one layer in the recipe's formats; what no format names stays as it is. Source: own sum."""
    return total(
        experts=(expert_matrix_parameters + shared_expert_parameters) * expert_size,
        attention=attention_matrix_parameters * attention_size,
        rest=(layer_parameters - expert_matrix_parameters - shared_expert_parameters - attention_matrix_parameters)
        * recipe.weights,
    )


@formula("byte", "[GB]:.2")
def root_bytes(root_parameters, recipe):
    """Weights outside the layers; no recipe quantises them. Source: own product."""
    return root_parameters * recipe.weights


@formula("byte", "[GB]:.1")
def weight_bytes(model, layer_bytes, root_bytes):
    """All weights in the recipe's formats. Source: own sum."""
    return model.layers * layer_bytes + root_bytes


@formula("byte", "[GB]:.1")
def weight_share(weight_bytes, cards):
    """The weights each card holds when they are divided evenly. Source: ZeRO, arXiv 1910.02054, section 5.3."""
    return weight_bytes / cards
