/** PostgreSQL settings, applied if a benchmark starts its own server. */
export const SETTINGS = { shared_buffers: '2GB', work_mem: '16MB', max_parallel_workers_per_gather: '0' };
