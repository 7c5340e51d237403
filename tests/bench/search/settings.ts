/** Settings if a benchmark starts the PostgreSQL server. Production servers have at least as much. */
export const SETTINGS = { shared_buffers: '2GB', work_mem: '16MB', max_parallel_workers_per_gather: '0' };
