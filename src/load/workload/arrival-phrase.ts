import type { Workload } from './workload.ts';

/** The arrivals of a workload in a phrase. */
export function arrivalPhrase(workload: Workload): string {
  const { arrivals, arrivalsPerSecond, durationMs, stages, bursts, closed, trace } = workload;
  const time = `${seconds(durationMs)} s`;
  if (closed !== undefined) {
    const think = closed.thinkMs > 0 ? `, each thinking ${seconds(closed.thinkMs)} s,` : '';
    const users = closed.users === 1 ? '1 user' : `${closed.users} users`;
    return `a closed model of ${users}${think} for ${time}`;
  }
  if (bursts !== undefined) {
    return `${bursts.size} arrivals every ${seconds(bursts.everyMs)} s for ${time}`;
  }
  if (trace !== undefined) {
    const speed = trace.speed === 1 ? '' : ` at speed ${trace.speed}`;
    return `the arrivals of ${trace.file}${speed} for ${time}`;
  }
  const rate = Math.round(arrivalsPerSecond * 1000) / 1000;
  if (stages !== undefined) {
    const parts = stages.length === 1 ? '1 stage' : `${stages.length} stages`;
    return `${arrivals} arrivals in ${parts}, ${rate}/s on average, for ${time}`;
  }
  return `${rate} ${arrivals} arrivals/s for ${time}`;
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}
