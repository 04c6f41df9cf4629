import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import { walls } from './test/support/walls.js'

export default ts.config(
  { ignores: ['out/', 'node_modules/', 'test-results/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['scripts/**', 'main/cli/**', 'plugins/build.ts', 'test/bench/**'], rules: { 'no-console': 'off' } },
  { files: ['scripts/**/*.mjs'], rules: { 'no-undef': 'off' } },
  {
    rules: { 'tollkeeper/walls': 'error' },
    plugins: { tollkeeper: { rules: { walls } } },
  },
)
