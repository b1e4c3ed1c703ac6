"""Low-rank adapters: what is trained beside frozen weights."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("1", ":.0")
def adapted_projections(adapter):
    """Attention projections that carry an adapter."""
    return total(
        query=1 if adapter.query > 0 else 0,
        key=1 if adapter.key > 0 else 0,
        value=1 if adapter.value > 0 else 0,
        output=1 if adapter.output > 0 else 0,
    )


@formula(
    "parameter",
    "[million]:.1",
    requires=[
        "max(adapter.query, adapter.output) <= min(model.hidden, model.query_heads * model.head_dim)",
        "max(adapter.key, adapter.value) <= min(model.hidden, model.kv_heads * model.head_dim)",
        "adapter.expert_layers <= model.layers",
    ],
)
def adapter_parameters(model, adapter):
    """Two matrices per adapted one: rank × (inputs + outputs). Source: LoRA, arXiv 2106.09685, section 4.1."""
    return total(
        query=model.layers * adapter.query * (model.hidden + model.query_heads * model.head_dim),
        key=model.layers * adapter.key * (model.hidden + model.kv_heads * model.head_dim),
        value=model.layers * adapter.value * (model.hidden + model.kv_heads * model.head_dim),
        output=model.layers * adapter.output * (model.query_heads * model.head_dim + model.hidden),
        experts=adapter.expert_layers
        * adapter.experts
        * model.experts
        * ((model.hidden + 2 * model.expert_width) + (model.expert_width + model.hidden)),
    )


@formula("byte", "[GB]:.1")
def adapter_state_bytes(adapter, adapter_parameters):
    """Weights, gradients, master copy and moments of the adapter, over all cards."""
    return adapter_parameters * total(
        weights=adapter.weights,
        gradients=adapter.gradients,
        master_copy=adapter.master_copy,
        moments=adapter.moments,
    )
