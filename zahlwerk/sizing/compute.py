"""Floating-point work of a micro-batch, and the least time it takes."""

from zahlwerk.sizing.formula import formula


@formula("flop", "[TFLOP]:.0")
def compute_work(recipe, active_parameters, tokens):
    """Forward and backward pass of one micro-batch, without attention scores and recomputation.

    Source: Kaplan et al., arXiv 2001.08361, section 2.1: 2 flop per active parameter and token forward, and as
    many again for the gradient of the inputs; frozen weights need no gradient of their own.
    """
    return (recipe.forward_work + recipe.backward_work) * active_parameters * tokens


@formula("flop", "[TFLOP]:.0")
def recomputed_work(recipe, active_parameters, tokens):
    """The same with a second forward pass under checkpointing. Source: Megatron-LM, arXiv 2104.04473, section 3.5."""
    return (recipe.forward_work + recipe.backward_work + recipe.recomputation_work) * active_parameters * tokens


@formula("flop", "[TFLOP]:.2", bound="max")
def attention_work(model, recipe, tokens, sequence):
    """Attention scores and their use in one forward pass: causal, and no further back than a window.

    An upper bound where there are windows, since the first positions of a sequence reach back less far.
    Source: Megatron-LM, arXiv 2104.04473, section 3.5, halved for the causal mask: 4·s·a·d flop per token over
    half of the positions, or over the window where that is less.
    """
    return (
        2
        * recipe.attention_work
        * model.query_heads
        * model.head_dim
        * tokens
        * (
            (model.layers - model.windowed_layers) * sequence / 2
            + model.windowed_layers * min(sequence / 2, model.window)
        )
    )


@formula("flop", "[TFLOP]:.0")
def whole_work(recomputed_work, attention_work, recipe):
    """Everything: weights and attention, forward, backward, and recomputation where the recipe asks for it.

    The backward pass of the attention takes twice its forward pass. Source: Megatron-LM, section 3.5.
    """
    return recomputed_work + attention_work * (
        1 + (2 if recipe.backward_work > 0 else 0) + recipe.recomputation_work / recipe.forward_work
    )


@formula("second", "[seconds]:.2", bound="min")
def compute_seconds(compute_work, card):
    """The least time one card needs for that at its dense peak. Source: own division."""
    return compute_work / card.dense_bf16


@formula("second", "[seconds]:.2", bound="min")
def whole_compute_seconds(whole_work, card):
    """The least time for everything at the card's dense peak. Source: own division."""
    return whole_work / card.dense_bf16


@formula("token", ":.0")
def balance_tokens(gather_bytes, link, card, recipe, active_parameters):
    """Tokens of a micro-batch at which computing takes as long as gathering, both at peak. Source: own equation."""
    return (
        gather_bytes / link.rate * card.dense_bf16 / ((recipe.forward_work + recipe.backward_work) * active_parameters)
    )


@formula("token", ":.0")
def recomputed_balance_tokens(gather_bytes, link, card, recipe, active_parameters):
    """The same with a second forward pass under checkpointing. Source: own equation."""
    return (
        gather_bytes
        / link.rate
        * card.dense_bf16
        / ((recipe.forward_work + recipe.backward_work + recipe.recomputation_work) * active_parameters)
    )
