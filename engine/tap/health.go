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
			h.tap.queue.PushAlways(framing.New(frameHealth, h.appendHealth(nil, now), nil))
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

func (h *healthSampler) appendHealth(b []byte, now time.Time) []byte {
	second := arrivals.ProcessStats.Second()
	latency, gcShare, cpuShare := h.read()
	b = framing.AppendInt(append(b, '{'), "atNs", clock.NsOf(now))
	b = framing.AppendInt(b, "scheduled", second.Scheduled)
	b = framing.AppendInt(b, "started", second.Started)
	b = framing.AppendInt(b, "completed", second.Completed)
	b = framing.AppendInt(b, "inFlight", second.InFlight)
	b = framing.AppendInt(b, "latenessP99Ns", int64(second.LatenessP99))
	b = framing.AppendInt(b, "latenessMaxNs", int64(second.LatenessMax))
	b = framing.AppendInt(b, "schedulerLatencyP99Ns", int64(latency))
	b = framing.AppendInt(b, "tickerLatenessMaxNs", max(0, h.maxTickLateness.Swap(0)))
	b = framing.AppendFloat(b, "gcShare", gcShare)
	b = framing.AppendFloat(b, "cpuShare", cpuShare)
	return append(framing.AppendInt(b, "queuedBytes", h.tap.waitingBytes()), '}')
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
