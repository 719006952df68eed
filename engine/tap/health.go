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
