/** Ids from the text of a URL, an argument or a message. */
import { Effect, Option, Schema } from "effect"

/**
 * A reader of ids. A text that is none is refused exactly like an id of no record (spec/http.md §1.5): a malformed one, one with capitals,
 * and one that is missing.
 * @param notFound what a service refuses for an unknown id of this kind.
 *
 * ```ts
 * const formIdOf = readId(FormId, new FormNotFound())
 * const formId = yield* formIdOf(request.params.formId)
 * ```
 */
export const readId = <Id extends Schema.Codec<string, string>, NotFound>(
  id: Id,
  notFound: NotFound
): ((text: string | undefined) => Effect.Effect<Id["Type"], NotFound>) => {
  const decode = Schema.decodeUnknownOption(id)
  return (text) =>
    Option.match(decode(text), { onNone: () => Effect.fail(notFound), onSome: (found) => Effect.succeed(found) })
}
