/** Around all tests: the folder of what is made once for all of them. */
import * as MadeOnce from "../src/testing/MadeOnce.ts"

/** @public Vitest calls it. */
export const setup = (): (() => void) => MadeOnce.begin()
