package tap

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"assay/engine/arrivals"
	"assay/engine/clock"
	"assay/engine/framing"
)

// tickInterval is how often the ticker of the sampler should wake.
const tickInterval = 5 * time.Millisecond

const gcCPU = "/cpu/classes/gc/total:cpu-seconds"

// healthSampler reports each second whether the generator itself is saturated.
type healthSampler struct {
	tap             *Tap
	done            chan struct{}
	stopped         chan struct{}
	maxTickLateness atomic.Int64

	latency *schedulerLatency
	samples []metrics.Sample
	cpu     time.Duration
	gcSecs  float64
	at      time.Time
}

func startHealth(tap *Tap) *healthSampler {
	h := &healthSampler{
		tap: tap, done: make(chan struct{}), stopped: make(chan struct{}),
		latency: newSchedulerLatency(), samples: []metrics.Sample{{Name: gcCPU}},
	}
	h.read()
	go h.tick()
	go h.run()
	return h
}

func (h *healthSampler) stop() {
	close(h.done)
	<-h.stopped
}

func (h *healthSampler) run() {
	defer close(h.stopped)
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-h.done:
			return
		case now := <-ticker.C:
			h.tap.reportLosses()
			h.tap.queue.PushAlways(framing.Encode(frameHealth, h.health(now)))
		}
	}
}

// tick measures how late a timer of this process fires: arrivals and timestamps may be as late.
func (h *healthSampler) tick() {
	for {
		due := time.Now().Add(tickInterval)
		select {
		case <-h.done:
			return
		case <-time.After(tickInterval):
		}
		late := int64(time.Since(due))
		for worst := h.maxTickLateness.Load(); late > worst; worst = h.maxTickLateness.Load() {
			if h.maxTickLateness.CompareAndSwap(worst, late) {
				break
			}
		}
	}
}

func (h *healthSampler) health(now time.Time) map[string]any {
	second := arrivals.ProcessStats.Second()
	latency, gcShare, cpuShare := h.read()
	return map[string]any{
		"atNs": clock.NsOf(now), "scheduled": second.Scheduled, "started": second.Started, "completed": second.Completed,
		"inFlight": second.InFlight, "latenessP99Ns": second.LatenessP99, "latenessMaxNs": second.LatenessMax,
		"schedulerLatencyP99Ns": latency, "tickerLatenessMaxNs": max(0, h.maxTickLateness.Swap(0)),
		"gcShare": gcShare, "cpuShare": cpuShare, "queuedBytes": h.tap.waitingBytes(),
	}
}

// read returns, for the time since the previous call: the p99 of how long a runnable goroutine waited
// for a thread, the share of GC in the CPU time of this process, and the share of this process in the
// CPU time of the machine.
func (h *healthSampler) read() (latency time.Duration, gcShare, cpuShare float64) {
	now, cpu := time.Now(), processCPU()
	metrics.Read(h.samples)
	gcSecs := h.samples[0].Value.Float64()
	latency = h.latency.p99()
	if used := (cpu - h.cpu).Seconds(); used > 0 {
		gcShare = (gcSecs - h.gcSecs) / used
		cpuShare = used / now.Sub(h.at).Seconds() / float64(runtime.NumCPU())
	}
	h.at, h.cpu, h.gcSecs = now, cpu, gcSecs
	return latency, gcShare, cpuShare
}

// busyLatency is what goroutines wait at p99 where other work could delay a token: 0.1 to 1 ms at 400 streams/s on
// two cores, and 8 to 25 ms when the load alone needs all cores. With a limit of 1 ms, the error of TTFT at 400/s
// was 1.56 ms at p99; with this one, 0.66 ms.
const busyLatency = 100 * time.Microsecond

// schedulerLatency is how long runnable goroutines waited for a thread.
type schedulerLatency struct {
	samples []metrics.Sample
	// previous are the counts of the last call.
	previous []uint64
}

func newSchedulerLatency() *schedulerLatency {
	return &schedulerLatency{samples: []metrics.Sample{{Name: "/sched/latencies:seconds"}}}
}

// isBusy returns whether the cores were busy since the last call.
func (l *schedulerLatency) isBusy() bool {
	return l.p99() > busyLatency
}

// p99 is that of the time since the last call; 0 at first.
func (l *schedulerLatency) p99() time.Duration {
	metrics.Read(l.samples)
	current := l.samples[0].Value.Float64Histogram()
	before := l.previous
	l.previous = append([]uint64(nil), current.Counts...)
	if before == nil {
		return 0
	}
	var total, sum uint64
	for i, count := range current.Counts {
		total += count - before[i]
	}
	for i, count := range current.Counts {
		sum += count - before[i]
		if total > 0 && sum*100 >= total*99 {
			// The last bucket has no upper edge: its lower edge is a lower limit.
			edge := current.Buckets[i+1]
			if i == len(current.Counts)-1 {
				edge = current.Buckets[i]
			}
			return time.Duration(edge * float64(time.Second))
		}
	}
	return 0
}
