"""What a card needs beside its share of the states while a micro-batch passes."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula

_DIVIDES = "remainder(model.query_heads, tensor_parallel) == 0"


@formula("byte", "[GB]:.1")
def gather_buffer_bytes(root_bytes, layer_bytes, cards, zero_stage):
    """Full weights a card holds at the peak of a pass under full sharding; below stage 3 nothing is gathered.

    The root module, two layers, and the buffer that is copied out: a third layer, or the root where that is
    larger. Source: own measurement with PyTorch's FSDPMemTracker, which this meets to the byte, adapters and
    padding aside.
    """
    return root_bytes + 2 * layer_bytes + max(root_bytes, layer_bytes) if cards > 1 and zero_stage >= 3 else 0


@formula("byte", "[GB]:.1")
def logit_bytes(model, recipe, tokens):
    """Logits and their gradients through the loss. Source: own count, 14 bytes per logit forward and backward."""
    return model.vocabulary * recipe.logits * tokens


@formula("byte", "[GB]:.1")
def layer_input_bytes(model, recipe, tokens):
    """Inputs of all layers, kept under full checkpointing. Source: Korthikanti et al., arXiv 2205.05198, section 5."""
    return model.layers * model.hidden * recipe.activation * tokens


@formula("byte/token", "[bytesPerToken]:.0", bound="min")
def full_layer_activation(model, recipe):
    """What one layer with a gated MLP saves per token for the backward pass when all its weights are trained.

    Exact for dense models with an attention that keeps queries, keys, values, outputs and one statistic per head;
    for a mixture of experts the copies made for routing come on top. Source: own count of tensors saved by
    transformers on the meta device: 16h + 8 + 4·a·d + 4·k·d + 4a + 8f bytes.
    """
    return recipe.activation * (
        8 * model.hidden
        + 4
        + 2 * (model.query_heads + model.kv_heads) * model.head_dim
        + 2 * model.query_heads
        + 4 * (model.experts_per_token + model.shared_experts) * model.expert_width
        + model.qk_norm
        * (3 * (model.query_heads + model.kv_heads) * model.head_dim + 2 * (model.query_heads + model.kv_heads))
    )


@formula("byte/token", "[bytesPerToken]:.0", bound="min")
def adapted_layer_activation(model, recipe, adapter, full_layer_activation):
    """The same when only an adapter at every linear module is trained.

    Source: own count of tensors saved by transformers and PEFT on the meta device: A − 4h + 14r bytes, less
    2(a+k)·d where queries and keys are normed.
    """
    return full_layer_activation - recipe.activation * (
        2 * model.hidden
        + model.qk_norm * (model.query_heads + model.kv_heads) * model.head_dim
        - (adapter.query + adapter.key + adapter.value + adapter.output + 3 * adapter.mlp)
    )


@formula("byte/token", "[bytesPerToken]:.0", bound="min")
def layer_activation(full_layer_activation, adapted_layer_activation, recipe):
    """What one layer saves per token under the recipe: less where its weights are frozen. Source: own counts."""
    return adapted_layer_activation if recipe.gradients + recipe.host_gradients == 0 else full_layer_activation


@formula("byte", "[GB]:.1")
def layer_activation_bytes(layer_activation, tokens):
    """What one layer saves for a micro-batch while it is computed again under checkpointing. Source: own count."""
    return layer_activation * tokens


@formula("byte", "[GB]:.1")
def all_activation_bytes(model, layer_activation, tokens):
    """What all layers save for a micro-batch without checkpointing. Source: own count."""
    return model.layers * layer_activation * tokens


@formula("byte/token", "[bytesPerToken]:.0")
def full_once_activation(model, recipe):
    """What is saved per token outside the layers in full training. Source: own count, 6h + 4d + 12 bytes."""
    return recipe.activation * (3 * model.hidden + 2 * model.head_dim + 6)


@formula("byte/token", "[bytesPerToken]:.0")
def adapted_once_activation(model, recipe):
    """What is saved per token outside the layers when an adapter is trained. Source: own count, 4h + 4d + 4 bytes."""
    return recipe.activation * (2 * model.hidden + 2 * model.head_dim + 2)


@formula("byte", "[GB]:.1", bound="min")
def working_bytes(logit_bytes, layer_activation_bytes, layer_input_bytes, estimates):
    """Layer inputs, the larger of logits and one layer's activations, and the context of one card.

    Logits and a layer that is computed again do not coexist. Fragmentation and other buffers come on top, which
    the reserve is for. Source: own count.
    """
    return total(
        peak=max(logit_bytes, layer_activation_bytes),
        layer_inputs=layer_input_bytes,
        context=estimates.context,
    )


@formula("byte", "[GB]:.2")
def once_activation_bytes(full_once_activation, adapted_once_activation, recipe, tokens):
    """What a micro-batch saves outside the layers: less where the weights are frozen. Source: own counts."""
    return (adapted_once_activation if recipe.gradients + recipe.host_gradients == 0 else full_once_activation) * tokens


@formula("byte", "[GB]:.1", bound="min")
def working_bytes_unchecked(logit_bytes, all_activation_bytes, once_activation_bytes, estimates):
    """The same without checkpointing: what all layers and the rest save, logits, and the context. Source: own count."""
    return total(
        layers=all_activation_bytes,
        once=once_activation_bytes,
        logits=logit_bytes,
        context=estimates.context,
    )


@formula("byte", "[GB]:.2", requires=[_DIVIDES])
def classic_layer_bytes(model, recipe, tokens, sequence, tensor_parallel):
    """Activations of one layer with a GELU MLP of four times the width, nothing recomputed, tensor parallel.

    Source: Korthikanti et al., arXiv 2205.05198, equation 2: sbh(10 + 24/t + 5as/(ht)) bytes.
    """
    return (
        recipe.activation
        * tokens
        * (model.hidden * (5 + 12 / tensor_parallel) + 5 * model.query_heads * sequence / (2 * tensor_parallel))
    )


@formula("byte", "[GB]:.2", requires=[_DIVIDES])
def classic_sequence_parallel_layer_bytes(model, recipe, tokens, sequence, tensor_parallel):
    """The same with sequence parallelism. Source: Korthikanti et al., equation 4: sbh(34/t + 5as/(ht)) bytes."""
    return (
        recipe.activation
        * tokens
        * (17 * model.hidden / tensor_parallel + 5 * model.query_heads * sequence / (2 * tensor_parallel))
    )


@formula("byte", "[GB]:.2", requires=[_DIVIDES])
def classic_selective_layer_bytes(model, recipe, tokens, tensor_parallel):
    """With sequence parallelism and the attention computed again. Source: Korthikanti et al., equation 6: 34·sbh/t."""
    return recipe.activation * tokens * 17 * model.hidden / tensor_parallel


@formula("byte", "[GB]:.2", requires=[_DIVIDES])
def classic_tensor_selective_layer_bytes(model, recipe, tokens, tensor_parallel):
    """With the attention computed again, without sequence parallelism. Source: Korthikanti et al., table 2."""
    return recipe.activation * tokens * model.hidden * (5 + 12 / tensor_parallel)


@formula("byte", "[GB]:.2")
def classic_full_layer_bytes(model, recipe, tokens):
    """With everything computed again: the layer's input. Source: Korthikanti et al., section 5: 2·sbh bytes."""
    return recipe.activation * tokens * model.hidden


@formula("1", ":.2")
def layers_in_flight(model, pipeline_parallel, interleaving):
    """Layers whose activations the first pipeline stage holds. Source: Korthikanti et al., section 4.2.3."""
    return (
        model.layers * (1 + (pipeline_parallel - 1) / (pipeline_parallel * interleaving))
        if interleaving > 1
        else model.layers
    )
