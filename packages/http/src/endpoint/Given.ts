/** What the handler of an operation gets of a request. */
import type { Effect, Schema } from "effect"
import type * as Caller from "@formwork/domain/callers/Caller"
import type { RequestInvalid } from "@formwork/domain/callers/Refusal"
import type { Exchange } from "../request/Exchange.ts"
import type { Need } from "./Need.ts"
import type { Fields } from "./PathIds.ts"

/** Decodes when it is run. A service runs it after it has found the record, so that 404 comes before 422. */
type Lazily<A> = Effect.Effect<A, RequestInvalid>

/** The parts of a request that a handler gets: only those that its endpoint declares. */
export type Given<
  N extends Need,
  Params extends Fields,
  Q extends Fields,
  H extends Fields,
  Body extends Schema.Top,
  Lines extends Schema.Top,
  Whole,
  File
> = ([N] extends ["nothing"] ? unknown : { readonly caller: Caller.Caller }) &
  ([Params] extends [never] ? unknown : { readonly params: Schema.Struct.Type<Params> }) &
  ([Q] extends [never] ? unknown : { readonly query: Lazily<Schema.Struct.Type<Q>> }) &
  ([H] extends [never] ? unknown : { readonly headers: Schema.Struct.Type<H> }) &
  ([Body] extends [never] ? unknown : { readonly body: Lazily<Body["Type"]> }) &
  ([File] extends [never] ? unknown : { readonly file: SentFile }) &
  ([Lines | Whole | File] extends [never] ? unknown : { readonly exchange: Exchange })

/** A body that is a file. */
interface SentFile {
  /** The `Content-Type`, as it came. */
  readonly contentType: string | undefined
  readonly bytes: Uint8Array
}
