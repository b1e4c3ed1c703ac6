"""Low-rank adapters: what is trained beside frozen weights."""

from zahlwerk.sizing.expression import total
from zahlwerk.sizing.formula import formula


@formula("1", ":.0")
def adapted_projections(adapter):
    """Attention projections that carry an adapter. Source: own count."""
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
    ],
)
def attention_adapter_parameters(model, adapter):
    """Two matrices per adapted projection: rank × (inputs + outputs). Source: LoRA, arXiv 2106.09685, section 4.1."""
    return model.layers * total(
        query=adapter.query * (model.hidden + model.query_heads * model.head_dim),
        key=adapter.key * (model.hidden + model.kv_heads * model.head_dim),
        value=adapter.value * (model.hidden + model.kv_heads * model.head_dim),
        output=adapter.output * (model.query_heads * model.head_dim + model.hidden),
    )


@formula("parameter", "[million]:.1", requires=["adapter.mlp <= min(model.hidden, model.expert_width)"])
def mlp_adapter_parameters(model, adapter):
    """Adapters of gate, up and down projections where these are linear modules; fused experts have none.

    A fused gate and up projection carries one adapter with both outputs. Source: PEFT, `all-linear`, which takes
    every linear module but the output layer.
    """
    return (
        0
        if model.fused_experts == 1
        else model.layers
        * (model.experts + model.shared_experts)
        * adapter.mlp
        * (
            (
                model.hidden + 2 * model.expert_width
                if model.fused_gate_up == 1
                else 2 * (model.hidden + model.expert_width)
            )
            + (model.expert_width + model.hidden)
        )
    )


@formula(
    "parameter",
    "[million]:.1",
    requires=[
        "adapter.expert_gate_up <= min(model.hidden, 2 * model.expert_width)",
        "adapter.expert_down <= min(model.hidden, model.expert_width)",
        "adapter.router <= model.hidden",
        "adapter.expert_layers <= model.layers",
    ],
)
def expert_adapter_parameters(model, adapter):
    """Adapters of fused experts and of their routers: rank × experts × (inputs + outputs) for each fused tensor.

    Source: PEFT, `target_parameters`; its `all-linear` gives a fused gate and up matrix twice the rank.
    """
    return adapter.expert_layers * total(
        gate_up=adapter.expert_gate_up * model.experts * (model.hidden + 2 * model.expert_width),
        down=adapter.expert_down * model.experts * (model.expert_width + model.hidden),
        router=adapter.router * (model.hidden + model.experts),
    )


@formula("parameter", "[million]:.1")
def adapter_parameters(attention_adapter_parameters, mlp_adapter_parameters, expert_adapter_parameters):
    """All parameters of the adapter. Source: LoRA, arXiv 2106.09685, section 4.1."""
    return total(attention=attention_adapter_parameters, mlp=mlp_adapter_parameters, experts=expert_adapter_parameters)


@formula("byte", "[GB]:.1")
def adapter_state_bytes(adapter, adapter_parameters):
    """Weights, gradients, master copy and moments of the adapter, over all cards. Source: ZeRO, section 3.1."""
    return adapter_parameters * total(
        weights=adapter.weights,
        gradients=adapter.gradients,
        master_copy=adapter.master_copy,
        moments=adapter.moments,
    )
