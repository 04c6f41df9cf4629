import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, EventName, Events } from './contract.ts'

const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke('tollkeeper:request', name, input),
  subscribe: (listener) => {
    const relay = (_: unknown, events: readonly (readonly [name: EventName, payload: Events[EventName]])[]): void => {
      for (const [name, payload] of events) listener(name, payload)
    }
    ipcRenderer.on('tollkeeper:event', relay)
    return () => void ipcRenderer.off('tollkeeper:event', relay)
  },
}

contextBridge.exposeInMainWorld('tollkeeper', bridge)
