/** Applied if a benchmark starts its own PostgreSQL. Production servers have at least as much memory. */
export const SETTINGS = { shared_buffers: '2GB', work_mem: '16MB', max_parallel_workers_per_gather: '0' };
