import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, EventName, Events } from './contract.ts'

const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke('tollkeeper:request', name, input),
  subscribe: (listener) => {
    const relay = (_: unknown, name: EventName, payload: Events[EventName]): void => listener(name, payload)
    ipcRenderer.on('tollkeeper:event', relay)
    return () => void ipcRenderer.off('tollkeeper:event', relay)
  },
}

contextBridge.exposeInMainWorld('tollkeeper', bridge)
