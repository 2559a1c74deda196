import { codeOf } from "../database/codeOf.ts"

/** Whether there is a process of this id, of any user. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === "EPERM"
  }
}
