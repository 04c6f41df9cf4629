import { app, Menu, shell, type MenuItemConstructorOptions } from 'electron'

/** The menu with the roles that people expect. Alt shows it where the system hides it. */
export function setMenu(logFile: string): void {
  app.setAboutPanelOptions({
    applicationName: 'Tollkeeper',
    applicationVersion: app.getVersion(),
    version: `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
    copyright: 'MIT licence',
  })
  const isMac = process.platform === 'darwin'
  const help: MenuItemConstructorOptions[] = [
    { label: 'Show log file', click: () => shell.showItemInFolder(logFile) },
    ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about', label: 'About Tollkeeper' } as const]),
  ]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : [{ label: 'File', submenu: [{ role: 'quit' } as const] }]),
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'reload' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
          ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
        ],
      },
      { role: 'windowMenu' },
      { role: 'help', submenu: help },
    ]),
  )
}
