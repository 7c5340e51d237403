import { commandLine } from './main.ts';

await commandLine('tax-forms');
