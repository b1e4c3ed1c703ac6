"""Serving: the weights, the cache of keys and values, and how many full sequences a card holds."""

from zahlwerk.sizing.expression import floor
from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.1")
def served_bytes(weight_bytes, adapter, adapter_parameters):
    """The weights that are served: the model's, and those of an adapter beside it. Source: own sum."""
    return weight_bytes + adapter_parameters * adapter.weights


@formula("byte", "[byte]:.0")
def kv_layer_bytes(model, recipe):
    """Keys and values of one position in one layer. Source: grouped heads, arXiv 2305.13245, section 2.

    The head dimension is read from the model, never derived from its width.
    """
    return 2 * model.kv_heads * model.head_dim * recipe.kv_element


@formula("byte", "[byte]:.0")
def kv_position_bytes(model, kv_layer_bytes):
    """Keys and values of one position in all layers, with no window. Source: own product."""
    return model.layers * kv_layer_bytes


@formula("byte", "[byte]:.0")
def kv_growth_bytes(model, kv_layer_bytes):
    """What a long sequence adds with each position: windowed layers add nothing. Source: own product."""
    return (model.layers - model.windowed_layers) * kv_layer_bytes


@formula("byte", "[MiB]:.1")
def kv_sequence_bytes(model, kv_layer_bytes, sequence):
    """Keys and values of one full sequence, windowed layers capped at their window: a lower bound in practice.

    Source: vLLM, design of the hybrid cache manager.
    """
    return kv_layer_bytes * (
        (model.layers - model.windowed_layers) * sequence + model.windowed_layers * min(sequence, model.window)
    )


@formula("byte", "[MiB]:.1")
def kv_uncapped_bytes(kv_position_bytes, sequence):
    """The same where an engine keeps every position in every layer. Source: vLLM without the hybrid manager."""
    return kv_position_bytes * sequence


@formula("byte", "[MiB]:.1")
def kv_reserved_bytes(model, kv_layer_bytes, sequence, batched_tokens):
    """The same as an engine reserves it: a windowed layer keeps its window and what one step may add.

    Source: vLLM, `kv_cache_interface`: min(window − 1 + batched tokens, length).
    """
    return kv_layer_bytes * (
        (model.layers - model.windowed_layers) * sequence
        + model.windowed_layers * min(model.window - 1 + batched_tokens, sequence)
    )


@formula("byte", "[GiB]:.2")
def kv_pool_bytes(card, estimates, run):
    """What a serving engine has for the cache: a share of visible memory, less weights, activations and the rest.

    The resident weights are what was measured, not what the file holds. Source: vLLM's start-up log.
    """
    return card.visible_memory * estimates.utilisation - run.resident - run.activation_peak - run.outside_memory


@formula("1", ":.0", applies=["kv_pool_bytes > 0"])
def full_sequences(kv_pool_bytes, kv_sequence_bytes):
    """Sequences of full length that the cache holds at once, block rounding and shared prefixes aside.

    Source: own division.
    """
    return floor(kv_pool_bytes / kv_sequence_bytes)
