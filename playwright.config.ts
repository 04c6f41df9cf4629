import { defineConfig } from '@playwright/test'

/** `npm test -- e2e` says where Electron and the report are. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Each test has a window and data of its own.
  workers: 2,
  // A window that a busy machine starves now and then gets a second try; npm test says which did.
  retries: 1,
  timeout: 60_000,
  // A guard against hanging, not a measure: a busy machine may take its time.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }]],
})
