"""What a card needs beside its share of the states while a micro-batch passes."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.1")
def gather_buffer_bytes(root_parameters, layer_parameters, recipe):
    """Full parameters a card holds at the peak of a pass under full sharding: the root module and three layers.

    One layer is in use and two are being gathered. Source: own measurement with PyTorch's FSDPMemTracker, which
    gives 3.0013 layers beside the root module.
    """
    return (root_parameters + 3 * layer_parameters) * recipe.weights


@formula("byte", "[GB]:.1")
def logit_bytes(model, recipe, tokens):
    """Logits and their gradients through the loss. Source: own count, 14 bytes per logit forward and backward."""
    return model.vocabulary * recipe.logits * tokens


@formula("byte", "[GB]:.1")
def layer_input_bytes(model, recipe, tokens):
    """Inputs of all layers, kept under activation checkpointing.

    Source: Korthikanti et al., arXiv 2205.05198, section 5 (2·s·b·h per layer).
    """
    return model.layers * model.hidden * recipe.layer_inputs * tokens


@formula("byte", "[GB]:.1", bound="min")
def working_bytes(logit_bytes, layer_input_bytes, estimates):
    """Logits, layer inputs and context of one card; adapters, fragmentation and buffers of others come on top."""
    return total(logits=logit_bytes, layer_inputs=layer_input_bytes, context=estimates.context)
