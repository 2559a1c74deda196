/** A submission run again in the browser: its version, its values, and the day on which they were stored. */
import type { Submission } from "@formwork/client/contract"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { EngineClient } from "../../../author/engine/EngineClient.ts"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { startEngineWorker } from "../../../author/engine/startEngineWorker.ts"
import { draft } from "./storedAt.ts"

const run = async (
  cache: QueryClient,
  definition: unknown,
  submission: Submission,
  at: string
): Promise<StoredEvaluated | null> => {
  const text = JSON.stringify(definition)
  const { tablesOf } = await import("../../../../api/tables.ts")
  const named = await tablesOf(cache, [JSON.parse(text)])
  const client = new EngineClient(startEngineWorker)
  try {
    if (named.tables.length > 0) client.provide(named)
    client.compareWith(text)
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
    queryFn: ({ client }) => run(client, definition, submission, at),
    staleTime: Infinity,
    gcTime: 10_000,
    retry: false
  })
