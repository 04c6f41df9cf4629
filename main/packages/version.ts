/** This app's version: what a package's `compatibility` is held against. The same as in package.json. */
export const appVersion = '0.1.0'

/** The plugin API that this app offers. */
export const apiVersion = 1
