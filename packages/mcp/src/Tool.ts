/** A tool: its description for a model, and its work for a caller. */
import { Effect, Schema } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { Unauthenticated } from "@formwork/domain/callers/Refusal"
import { decoder } from "@formwork/domain/request/decoder"
import type { JsonObject } from "@formwork/rules/Json"
import type { Refusal } from "./ProblemEncoder.ts"

/** Hints that a client may show or use to decide (MCP, ToolAnnotations). */
interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

type JsonSchema = { readonly [keyword: string]: unknown }

/** As `tools/list` shows it. */
interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly annotations: Annotations
}

interface ToolResult {
  /** The output schema as JSON. */
  readonly structured: unknown
  readonly meta?: JsonObject
}

export interface Tool {
  readonly privilege: Privilege
  /** The operation of the HTTP API that does the same: a key whose limits leave it out lacks the privilege here too. */
  readonly operation: string
  readonly description: ToolDescription
  /**
   * Refuses, in this order: `PrivilegeMissing`; not found, where the record that the arguments name does not exist; `RequestInvalid`
   * for arguments of another shape; what the tool's own service refuses.
   */
  readonly run: (caller: Caller.Caller, given: JsonObject) => Effect.Effect<ToolResult, Refusal | Unauthenticated>
}

interface Definition<I, O> extends Omit<ToolDescription, "inputSchema" | "outputSchema"> {
  readonly privilege: Privilege
  readonly operation: string
  readonly input: Schema.Codec<I, unknown>
  readonly output: Schema.Codec<O, unknown>
  /** Refuses where the record that the arguments name does not exist; called only where the arguments are invalid. */
  readonly seen?: (caller: Caller.Caller, given: JsonObject) => Effect.Effect<unknown, Refusal>
  readonly run: (
    caller: Caller.Caller,
    input: I
  ) => Effect.Effect<{ readonly output: O; readonly meta?: JsonObject }, Refusal | Unauthenticated>
}

export const make = <I, O>({ input, operation, output, privilege, run, seen, ...words }: Definition<I, O>): Tool => {
  const decode = decoder(input, "The arguments object")
  const encode = Schema.encodeEffect(Schema.toCodecJson(output))
  const { annotations, description, name, title } = words
  return {
    privilege,
    operation,
    description: {
      name,
      title,
      description,
      inputSchema: { ...jsonSchema(input), additionalProperties: false },
      outputSchema: jsonSchema(output),
      annotations
    },
    run: Effect.fnUntraced(function* (caller, given) {
      yield* Caller.requireFor(caller, privilege, operation)
      const decoded = yield* Effect.tapError(
        Effect.fromResult(decode(given)),
        () => seen?.(caller, given) ?? Effect.void
      )
      const { meta, output } = yield* run(caller, decoded)
      const structured = yield* Effect.orDie(encode(output))
      return meta === undefined ? { structured } : { structured, meta }
    })
  }
}

/** A schema without outside references, in MCP's default dialect (JSON Schema 2020-12). */
const jsonSchema = (schema: Schema.Top): JsonSchema => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions }
}
