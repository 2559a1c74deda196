/** Whether JSON objects inherit members, because other code of the process has added some to `Object.prototype`. */
const plain = {}

/** True where an empty object has a member. It costs a few nanoseconds, so that it may be asked at each evaluation. */
export const membersAreInherited = (): boolean => {
  // oxlint-disable-next-line guard-for-in -- inherited members are what is sought
  for (const _name in plain) return true
  return false
}
