/** A submission run again in the browser: its version, its values, and the day on which they were stored. */
import type { Revision, Submission } from "@formwork/client/contract"
import { queryOptions } from "@tanstack/react-query"
import { EngineClient } from "../../../author/engine/EngineClient.ts"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { startEngineWorker } from "../../../author/engine/startEngineWorker.ts"

export const draft = "draft"

/** When the values were stored: a transition keeps them. */
export const storedAt = (history: ReadonlyArray<Revision>, { createdAt, revision }: Submission): string =>
  history.findLast((one) => one.transition === null && one.revision <= revision)?.at ?? createdAt

const run = async (definition: unknown, submission: Submission, at: string): Promise<StoredEvaluated | null> => {
  const client = new EngineClient(startEngineWorker)
  try {
    client.compareWith(JSON.stringify(definition))
    const isDraft = submission.workflowState === draft
    const found = await client.ask("stored", { data: JSON.stringify(submission.data), at, draft: isDraft })
    if (found === undefined) throw new Error("the worker with the rules has ended")
    return found
  } finally {
    client.end()
  }
}

/** Null where today's rules refuse the version. A worker of its own runs it, and ends. */
export const storedRunQuery = (definition: unknown, submission: Submission, at: string) =>
  queryOptions({
    queryKey: ["submission", submission.id, "run", submission.revision, at],
    queryFn: () => run(definition, submission, at),
    staleTime: Infinity,
    gcTime: 10_000,
    retry: false
  })
