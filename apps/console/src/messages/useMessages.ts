/** The sentences of the person's language. */
import { createContext, use } from "react"
import type { Messages } from "./Messages.ts"

export const MessagesContext = createContext<Messages | undefined>(undefined)

export const useMessages = (): Messages => {
  const messages = use(MessagesContext)
  if (messages === undefined) throw new Error("no language is around this part")
  return messages
}
