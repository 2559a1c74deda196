/** The fields and rules of a form as they were published, for reading stored values without running rules. */
import { Effect, Option } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Caller } from "../callers/Caller.ts"
import { FormNotFound } from "../callers/Refusal.ts"
import type { FormVersionNotFound } from "../callers/Refusal.ts"
import type { FormId, FormVersionId } from "./Form.ts"
import type { FormCompiler } from "./FormCompiler.ts"
import type { FormStore } from "./FormStore.ts"

/**
 * A version of `formId`, the live one where none is named.
 * Refuses: `FormNotFound` where none is live, `FormVersionNotFound` where the named one does not exist.
 */
export const findPublished = Effect.fnUntraced(function* (
  store: FormStore["Service"],
  compiler: FormCompiler["Service"],
  caller: Caller,
  formId: FormId,
  versionId?: FormVersionId
): Effect.fn.Return<CheckedForm, FormNotFound | FormVersionNotFound> {
  if (versionId !== undefined) return yield* compiler.check(caller, yield* store.version(caller, formId, versionId))
  const live = yield* store.findLive(caller, formId)
  return Option.isNone(live) ? yield* new FormNotFound() : yield* compiler.check(caller, live.value)
})
