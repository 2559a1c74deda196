/** The event of a delivery: the submission that is stored. */
import type { RenderContext } from "../../CompiledForm.ts"
import { type DeliveryContent, referenceMarker } from "../../Content.ts"
import type { Evaluation } from "../../Evaluation.ts"
import type { DeliveryTree } from "../../tree/EffectTree.ts"

export const deliveryContent = (
  tree: DeliveryTree,
  context: RenderContext,
  evaluation: Pick<Evaluation, "calculatedData" | "data" | "hiddenFields" | "outcomes">
): DeliveryContent => {
  const { createdAt, formId, formVersionId, on, state, submissionId, timestamp } = context
  const { calculatedData, data, hiddenFields, outcomes } = evaluation
  return {
    kind: "delivery",
    url: tree.url,
    secret: tree.secret,
    event: {
      type: `submission.${on.replace(":", ".")}`,
      timestamp,
      data: {
        id: submissionId,
        formId,
        formVersionId,
        referenceNumber: referenceMarker(submissionId),
        workflowState: state,
        data,
        calculatedData,
        hiddenFields,
        outcomes: outcomes.map(({ id, message, severity }) => ({ id, message, severity })),
        createdAt
      }
    }
  }
}
