import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { app, BrowserWindow, ipcMain, session, shell } from 'electron'
import log from 'electron-log/main.js'
import { createChosenFolder } from './chosen-folder.ts'
import { createBackups } from './campaign/backups.ts'
import { createLibrary } from './campaign/library.ts'
import { createDevelopment } from './campaign/develop.ts'
import { createPackages } from './campaign/packages.ts'
import { createTransfers } from './campaign/transfers.ts'
import { createCopier } from './db/copier.ts'
import { createFaceReader } from './db/face-reader.ts'
import spawnFaceReader from './db/faces-worker.ts?nodeWorker'
import spawnCopier from './db/worker.ts?nodeWorker'
import { randomUint32 } from './entropy.ts'
import { createAnnounce } from './ipc/announce.ts'
import { createSenders, originOf } from './ipc/senders.ts'
import { createServer } from './ipc/server.ts'
import { setMenu } from './menu.ts'
import { followOpened } from './opened.ts'
import { createCatalogue } from './packages/catalogue.ts'
import { createBundleReader, readerLimits } from './packages/reader.ts'
import { createPackageStore } from './packages/store.ts'
import spawnBundleReader from './packages/worker.ts?nodeWorker'
import { appOrigin, declareScheme, restrict, servePage } from './page.ts'
import { quitInOrder } from './quit.ts'
import { createSandbox } from './sandbox/host.ts'
import { createReader } from './import/reader.ts'
import spawnReader from './import/worker.ts?nodeWorker'
import { chooseFile, chooseFolder, chooseSource, chooseTarget, saveFiles, saveText } from './files.ts'
import { createTransferrer } from './transfer/jobs.ts'
import spawnTransfer from './transfer/worker.ts?nodeWorker'
import { workerOptions } from './sandbox/protocol.ts'
import spawnWorker from './sandbox/worker.ts?nodeWorker'
import { createPreferenceFile } from './preferences/file.ts'
import { forgetGone } from './preferences/layouts.ts'
import { createWindow, followTheme, lockDown, recover } from './window.ts'

const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
const nativeBinding = app.isPackaged ? undefined : process.env.TOLLKEEPER_SQLITE_BINDING
const out = join(import.meta.dirname, '..')

// The page never asks the network for anything; neither shall the browser around it.
app.commandLine.appendSwitch('disable-background-networking')
app.commandLine.appendSwitch('disable-component-update')
declareScheme()
lockDown(app)
if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()

function start(): void {
  const origin = (devServer && originOf(devServer)) ?? appOrigin
  restrict(session.defaultSession, origin)
  if (devServer === undefined) servePage(session.defaultSession, join(out, 'renderer'))

  const senders = createSenders(origin)
  const announce = createAnnounce(senders)
  const logFile = log.transports.file.getFile().path
  const campaigns = join(app.getPath('userData'), 'campaigns')
  makeUsual(campaigns)
  const preferences = createPreferenceFile(join(app.getPath('userData'), 'preferences.json'), (all) => {
    followTheme(all.theme)
    announce('preferences.changed', all)
  })
  const backupFolder = createChosenFolder(preferences, 'backups', join(campaigns, 'backups'), 'backups would be lost there. They go where they went before.')
  const campaignFolder = createChosenFolder(preferences, 'campaigns', campaigns, 'no campaign could be played there. They stay where they are.')
  const copier = createCopier((workerData) => spawnCopier({ workerData }), nativeBinding)
  const folder = () => campaignFolder.where().folder
  const backups = createBackups({
    folder: () => backupFolder.where().folder,
    limitBytes: () => preferences.get().backupMegabytes * 1_000_000,
    copier,
    announce,
    now: Date.now,
    nativeBinding,
    logBug,
  })
  const shelves = { store: createPackageStore(join(app.getPath('userData'), 'packages')), read: createBundleReader((workerData) => spawnBundleReader({ workerData, ...readerLimits })) }
  const loadSandbox = (source: string) => createSandbox({ source, spawn: () => spawnWorker(workerOptions), locate: development.locate(source) })
  const development = createDevelopment({ folder, backups, nativeBinding, catalogue: () => catalogue, library: () => library, loadSandbox, announce, now: Date.now })
  const catalogue = createCatalogue([join(out, 'plugins'), ...(devServer === undefined ? [] : [join(out, 'dev-plugins')])], shelves, development.inWork)
  const library = createLibrary({
    readFaces: createFaceReader((workerData) => spawnFaceReader({ workerData }), nativeBinding),
    folder,
    copier,
    backups,
    catalogue,
    nativeBinding,
    loadSandbox,
    announce,
    now: Date.now,
    uuid: randomUUID,
    random: randomUint32,
    undoLimits: () => ({ entries: preferences.get().undoSteps, bytes: preferences.get().undoMegabytes * 1_000_000 }),
    logBug,
  })
  const transfers = createTransfers({
    folder,
    jobs: createTransferrer((workerData) => spawnTransfer({ workerData })),
    backups,
    library,
    announce,
    now: Date.now,
    uuid: randomUUID,
    nativeBinding,
  })
  const packages = createPackages({ folder, backups, nativeBinding, ...shelves, catalogue, library, loadSandbox, announce })
  // Another folder than the usual one says nothing about those of that.
  if (campaignFolder.where().isUsual) forgetGone(preferences, campaigns)
  followTheme(preferences.get().theme)
  const quit = quitInOrder({ announce: () => announce('app.closing', null), close: () => Promise.all([transfers.cancel(), library.closeCampaign()]).then(() => undefined), logBug })
  // Another folder has other campaigns; the open one is of the old.
  const inFolder = {
    where: campaignFolder.where,
    async choose() {
      const chosen = await campaignFolder.choose()
      if (chosen.ok && chosen.value !== null) await library.closeCampaign()
      return chosen
    },
    async reset() {
      await library.closeCampaign()
      return campaignFolder.reset()
    },
  }
  const opened = followOpened(app, () => announce('packages.opened', null))
  const desk = { preferences, backups: backupFolder, campaigns: inFolder, bin: (path: string) => shell.trashItem(path), reveal: (path: string) => shell.showItemInFolder(path), about, showLog: () => shell.showItemInFolder(logFile), saveText, saveFiles, letGo: quit.letGo, transfers, chooseSource, chooseTarget, chooseFolder, packages, development, takeOpened: opened.take, chooseFile, readImport: createReader((workerData) => spawnReader({ workerData })) }
  createServer({ ipcMain, library, desk, isTrusted: senders.isTrusted, logBug })

  // A folder that is gone is said so, and comes back when it does.
  if (preferences.get().developed !== '') void development.begin(preferences.get().developed)
  setMenu(logFile)
  const address = devServer ?? `${appOrigin}/index.html`
  const open = (): void => {
    const window = createWindow(join(out, 'preload/index.cjs'))
    senders.add(window.webContents)
    quit.watch(window)
    recover(window, address, (reason) => logBug(reason, 'window'))
    void window.loadURL(address)
  }
  open()

  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
}

/** Only the usual folder is made: one that the GM chose and that isn't there may be on a disk that isn't connected. */
function makeUsual(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    logBug(error, 'making the campaigns folder')
  }
}

function about() {
  const memory = new Sqlite(':memory:', nativeBinding === undefined ? {} : { nativeBinding })
  const sqlite = memory.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? ''
  memory.close()
  const { electron = '', chrome = '', node } = process.versions
  return { app: app.getVersion(), electron, chromium: chrome, node, sqlite }
}

function logBug(error: unknown, where: string): string {
  const bug = randomUUID().slice(0, 8)
  log.error(`[${bug}] ${where}:`, error)
  return bug
}
