/** The transitions that all of some submissions have. */
import type { Submission } from "@formwork/client/contract"
import type { Workflow } from "@formwork/rules/Definition"

export interface CommonTransition {
  readonly name: string
  /** The privileges that it needs, beside that of writing submissions: versions may name different ones. */
  readonly privileges: ReadonlyArray<string>
  /** The states that it leads to. */
  readonly to: ReadonlyArray<string>
}

type Listed = Pick<Submission, "formVersionId" | "workflowState">

/** One of each version and state: all others have the same transitions. */
const kindsOf = (submissions: ReadonlyArray<Listed>): ReadonlyArray<Listed> => [
  ...new Map(submissions.map((one) => [`${one.formVersionId} ${one.workflowState}`, one])).values()
]

/**
 * @param workflows by version. A submission whose workflow is missing has no transition.
 * @returns in the order in which the first submission's workflow has them.
 */
export const commonTransitions = (
  submissions: ReadonlyArray<Listed>,
  workflows: ReadonlyMap<string, Workflow>
): ReadonlyArray<CommonTransition> => {
  const each = kindsOf(submissions).map(({ formVersionId, workflowState }) =>
    (workflows.get(formVersionId)?.transitions ?? []).filter(({ from }) => from === workflowState)
  )
  const names = new Set((each[0] ?? []).map(({ name }) => name))
  return [...names]
    .filter((name) => each.every((own) => own.some((transition) => transition.name === name)))
    .map((name) => {
      const all = each.flatMap((own) => own.filter((transition) => transition.name === name))
      return {
        name,
        privileges: [...new Set(all.flatMap(({ privilege }) => privilege ?? []))],
        to: [...new Set(all.map(({ to }) => to))]
      }
    })
}
