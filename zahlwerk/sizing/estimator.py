"""What DeepSpeed's own estimator counts for model states, kept apart from what the papers count.

Source of every formula here: DeepSpeed, `estimate_zero2_model_states_mem_needs` and
`estimate_zero3_model_states_mem_needs`, for one node; the estimator prints GiB as "GB".
"""

from zahlwerk.sizing.formula import formula


@formula("parameter", "[billion]:.2")
def largest_layer_parameters(model, expert_matrix_parameters, expert_bias_parameters, embedding_parameters):
    """The largest module with parameters of its own: fused experts are one. Source: DeepSpeed, `model_to_params`."""
    return max(
        expert_matrix_parameters + expert_bias_parameters
        if model.fused_experts == 1
        else expert_matrix_parameters / (3 * model.experts),
        embedding_parameters,
    )


@formula("byte", "[GiB]:.2")
def estimated_card_bytes(parameters, largest_layer_parameters, estimator, cards):
    """One card's memory under stage 3 without offload. Source: DeepSpeed's stage 3 estimator."""
    return largest_layer_parameters * estimator.gathered + parameters * estimator.states / cards


@formula("byte", "[GiB]:.2")
def estimated_card_bytes_offloaded(parameters, largest_layer_parameters, estimator, cards):
    """One card's memory under stage 3 with the optimiser in host memory. Source: DeepSpeed's stage 3 estimator."""
    return largest_layer_parameters * estimator.gathered + parameters * estimator.weights / cards


@formula("byte", "[GiB]:.2")
def estimated_card_bytes_all_offloaded(largest_layer_parameters, estimator):
    """One card's memory under stage 3 with optimiser and weights in host memory. Source: DeepSpeed's estimator."""
    return largest_layer_parameters * estimator.gathered


@formula("byte", "[GiB]:.2")
def estimated_host_bytes(parameters, estimator):
    """Host memory for the optimiser where weights are created in shards. Source: DeepSpeed's stage 3 estimator."""
    return parameters * estimator.offloaded * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_host_bytes_unsharded(parameters, estimator, cards):
    """The same where every process first holds the whole model. Source: DeepSpeed's stage 3 estimator."""
    return parameters * max(estimator.full * cards, estimator.offloaded) * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_host_bytes_all(parameters, estimator):
    """Host memory for optimiser and weights, created in shards. Source: DeepSpeed's stage 3 estimator."""
    return parameters * estimator.states * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_host_bytes_all_unsharded(parameters, estimator, cards):
    """The same where every process first holds the whole model. Source: DeepSpeed's stage 3 estimator."""
    return parameters * max(estimator.full * cards, estimator.states) * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_loading_bytes(largest_layer_parameters, estimator, cards):
    """Host memory for loading without offload, weights created in shards. Source: DeepSpeed's stage 3 estimator."""
    return largest_layer_parameters * estimator.full * cards * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_loading_bytes_unsharded(parameters, estimator, cards):
    """The same where every process first holds the whole model. Source: DeepSpeed's stage 2 and 3 estimators."""
    return parameters * estimator.full * cards * estimator.buffer_factor


@formula("byte", "[GiB]:.2")
def estimated_card_bytes_stage_2(parameters, estimator, cards):
    """One card's memory under stage 2 without offload. Source: DeepSpeed's stage 2 estimator."""
    return parameters * estimator.weights + parameters * estimator.states / cards


@formula("byte", "[GiB]:.2")
def estimated_card_bytes_stage_2_offloaded(parameters, estimator):
    """One card's memory under stage 2 with the optimiser in host memory. Source: DeepSpeed's stage 2 estimator."""
    return parameters * estimator.weights
