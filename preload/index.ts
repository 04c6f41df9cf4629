import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from './contract.ts'

const bridge: Bridge = {
  request: (name, input) => ipcRenderer.invoke('tollkeeper:request', name, input),
  subscribe: (listener) => {
    const relay = (_: unknown, events: string): void => listener(events)
    ipcRenderer.on('tollkeeper:event', relay)
    return () => void ipcRenderer.off('tollkeeper:event', relay)
  },
}

contextBridge.exposeInMainWorld('tollkeeper', bridge)
