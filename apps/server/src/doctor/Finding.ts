/** What one check of `formwork doctor` found. */
export interface Finding {
  readonly check: string
  /** `warn`: it works, and the operator should look at it. `fail`: it does not work. */
  readonly status: "ok" | "warn" | "fail"
  /** What is so; unless it is fine, what to do. */
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message })
export const warn = (check: string, message: string): Finding => ({ check, status: "warn", message })
export const fail = (check: string, message: string): Finding => ({ check, status: "fail", message })
