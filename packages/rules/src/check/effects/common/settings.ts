/** The settings of one kind of effect: each member with how it is read, whether it has to be there, and its JSON Schema. */
import { type Member, type ObjectOf, object, optional, required } from "../../../reading/Reader.ts"
import type { Json, JsonObject } from "../../../Json.ts"
import type { EffectReader, EffectCheckContext } from "./EffectCheckContext.ts"

/** One member. */
interface Setting<A> {
  readonly read: EffectReader<A>
  /** An example for the fault of a required member that is missing. */
  readonly example?: string
  /** For editors. `read` says more: what a template or an expression may refer to. */
  readonly schema: JsonObject
}

type Settings = { readonly [name: string]: Setting<unknown> }

type MembersOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer A> ? Member<A> : never
}

/** What can stand in an effect of one kind, and what is made of it. */
export interface EffectSettings<Tree> {
  readonly members: Settings
  /** Reads and checks all of it; undefined where something that has to be there is missing or wrong. */
  readonly check: (
    context: EffectCheckContext,
    given: Json,
    at: string,
    id: string,
    strange: (name: string) => string
  ) => Tree | undefined
}

/**
 * @param what “a notification”.
 * @param tree puts together what could be read; undefined where a member that has to be there could not be.
 */
export const effectSettings = <S extends Settings, Tree>(
  what: string,
  members: S,
  tree: (read: ObjectOf<MembersOf<S>>, context: EffectCheckContext, at: string, id: string) => Tree | undefined
): EffectSettings<Tree> => ({
  members,
  check: (context, given, at, id, strange) => {
    const readers = Object.entries(members).map(([name, { example, read }]) => {
      const own = read(context)
      return [name, example === undefined ? optional(own) : required(own, example)] as const
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member's reader is the one that its type comes from
    const read = object(Object.fromEntries(readers) as MembersOf<S>, what, strange)(context, given, at)
    return tree(read ?? {}, context, at, id)
  }
})
