/** A filing by a caller, with what is stored of it as JSON. */
import { Effect } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import * as StoredContent from "./storedContent.ts"

export interface WrittenFiling {
  readonly caller: Caller
  readonly request: typeof CurrentRequest.Service
  readonly filing: Filing
  readonly data: string
  readonly calculatedData: string
  readonly outcomes: string
  /** Of each firing; null where it has none. */
  readonly contents: ReadonlyArray<string | null>
}

export const make = (caller: Caller, filing: Filing): Effect.Effect<WrittenFiling> =>
  Effect.map(CurrentRequest, (request) => ({
    caller,
    request,
    filing,
    data: JSON.stringify(filing.submission.data),
    calculatedData: JSON.stringify(filing.submission.calculatedData),
    outcomes: JSON.stringify(filing.submission.outcomes),
    contents: filing.firings.map(StoredContent.contentText)
  }))

/** Of the JSON, in characters. */
export const sizeOf = ({ calculatedData, contents, data, outcomes }: WrittenFiling): number =>
  contents.reduce((sum, content) => sum + (content?.length ?? 0), data.length + calculatedData.length + outcomes.length)
