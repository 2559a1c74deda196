/** Whether privileges cover another one. A privilege covers only itself: `submission:write` does not bring `submission:read`. */
import type { Privilege } from "./Privilege.ts"

export const covers = (held: ReadonlyArray<Privilege>, needed: Privilege): boolean => held.includes(needed)

/** The first of `wanted` that `held` does not cover: what a creator may not delegate (spec/service.md §2.2). */
export const firstMissing = (held: ReadonlyArray<Privilege>, wanted: ReadonlyArray<Privilege>): Privilege | undefined =>
  wanted.find((privilege) => !covers(held, privilege))
