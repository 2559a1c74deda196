/** Which e-mail addresses are accepted: the plain form that people have. */

const atom = "[!#$%&'*+/=?^_`{|}~0-9A-Za-z-]+"
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?"
const form = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, "u")

/**
 * RFC 5321's `Mailbox` without quoted local parts, address literals and comments, in which two programs can read two different
 * addresses; at most 254 characters. A domain may be written in its own script.
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && form.test(text)
