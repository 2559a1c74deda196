/** What the parent and a process that serves tell each other. */
import { Option, Schema } from "effect"

/** To a process: answer a question; take no more connections and end; end at once. */
export const ToProcess = Schema.Union([
  Schema.TaggedStruct("Ask", { id: Schema.Int, about: Schema.Literals(["metrics", "ready"]) }),
  Schema.TaggedStruct("Leave", {}),
  Schema.TaggedStruct("Stop", {})
])
export type ToProcess = typeof ToProcess.Type

/** To the parent: this process serves; the answer to a question. */
export const ToParent = Schema.Union([
  Schema.TaggedStruct("Listening", { address: Schema.String }),
  Schema.TaggedStruct("Answer", { id: Schema.Int, text: Schema.String })
])
export type ToParent = typeof ToParent.Type

/** Node's own messages of a cluster come the same way, and are none of these. */
export const read = <A>(schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (message: unknown): A | undefined => Option.getOrUndefined(decode(message))
}
