import { commandLine } from './main.ts';

await commandLine('staff-token');
