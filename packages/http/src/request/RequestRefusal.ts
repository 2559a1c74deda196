/** Refusals of the request itself, before the domain is called (spec/http.md §1.1). */
import { Schema } from "effect"

/** No endpoint has this path. */
export class RouteNotFound extends Schema.TaggedError<RouteNotFound>()("RouteNotFound", {}) {}

/** The path exists, but does not take this method. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  allow: Schema.Array(Schema.String)
}) {}

/** The request took too long to arrive. */
export class RequestTimedOut extends Schema.TaggedError<RequestTimedOut>()("RequestTimedOut", {
  /** What the client may do, where the service knows. */
  advice: Schema.optionalKey(Schema.String)
}) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {
  limitBytes: Schema.Int
}) {}

/** A batch has more lines than one may have: those before were answered. */
export class TooManyLines extends Schema.TaggedError<TooManyLines>()("TooManyLines", {
  limitLines: Schema.Int
}) {}

/** The request comes from a page whose origin the operator does not allow. */
export class OriginForeign extends Schema.TaggedError<OriginForeign>()("OriginForeign", {}) {}

/** The body is not declared as plain JSON, or where the call takes lines of JSON, as those. */
export class MediaTypeUnsupported extends Schema.TaggedError<MediaTypeUnsupported>()("MediaTypeUnsupported", {
  /** Whether the request names a content coding. */
  isCoded: Schema.Boolean,
  /** The type that the call takes, where it is another than JSON. */
  mediaType: Schema.optionalKey(Schema.String)
}) {}

/** The body has to be a file's own bytes, and is a form around it or coded. */
export class FileBodyUnsupported extends Schema.TaggedError<FileBodyUnsupported>()("FileBodyUnsupported", {
  /** Whether the request names a content coding. */
  isCoded: Schema.Boolean
}) {}

/** The credential sends more files at once than this process holds of one credential. */
export class UploadsAtOnce extends Schema.TaggedError<UploadsAtOnce>()("UploadsAtOnce", {
  retryAfterSeconds: Schema.Int
}) {}

/** This process has more to do than it can begin in time. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  retryAfterSeconds: Schema.Int
}) {}

/** The request expects something other than `100-continue`. */
export class ExpectationUnsupported extends Schema.TaggedError<ExpectationUnsupported>()(
  "ExpectationUnsupported",
  {}
) {}

export class HeadTooLarge extends Schema.TaggedError<HeadTooLarge>()("HeadTooLarge", {}) {}

/** A defect of the service, not a refusal; the answer shows no detail. */
export class InternalFault extends Schema.TaggedError<InternalFault>()("InternalFault", {}) {}
