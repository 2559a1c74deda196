/** Who did something, for the people who read about it. */
import { Schema } from "effect"

/**
 * A person or a key. The name is the present one, and shown to every caller that may read what was done: a reader without `user:read` or
 * `apikey:read` learns nothing else about the person or the key.
 */
export const Actor = Schema.Struct({
  /** `key`: with an API key. A session, and work at the machine itself, is the person's. */
  kind: Schema.Literals(["user", "key"]),
  /** The id of the person, or of the key. */
  id: Schema.String,
  name: Schema.String
}).annotate({ identifier: "Actor", description: "The person or the key that did it, by its present name." })
export type Actor = typeof Actor.Type
