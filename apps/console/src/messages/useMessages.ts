/** The sentences of the person's language. */
import { createContext, use } from "react"
import { en } from "./en/en.ts"
import type { Messages } from "./Messages.ts"

export const MessagesContext = createContext<Messages>(en)

export const useMessages = (): Messages => use(MessagesContext)
