package gateway

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"

	"assay/engine/arrivals"
)

// tickerStep is how often the ticker of the sampler is meant to wake.
const tickerStep = 5 * time.Millisecond

const (
	schedulerLatency = "/sched/latencies:seconds"
	gcCPU            = "/cpu/classes/gc/total:cpu-seconds"
)

// healthSampler tells, each second, whether the generator itself is out of breath.
type healthSampler struct {
	tap        *tap
	done       chan struct{}
	stopped    chan struct{}
	latestTick atomic.Int64

	samples  []metrics.Sample
	previous metrics.Float64Histogram
	cpu      time.Duration
	gcSecs   float64
	at       time.Time
}

func startHealth(tap *tap) *healthSampler {
	h := &healthSampler{
		tap: tap, done: make(chan struct{}), stopped: make(chan struct{}),
		samples: []metrics.Sample{{Name: schedulerLatency}, {Name: gcCPU}},
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
			h.tap.tellLosses()
			h.tap.queue.pushAlways(newFrame(frameHealth, h.appendHealth(nil, now), nil))
		}
	}
}

// tick measures how late a timer of this process wakes: so late may an arrival or a stamp be.
func (h *healthSampler) tick() {
	for {
		wanted := time.Now().Add(tickerStep)
		select {
		case <-h.done:
			return
		case <-time.After(tickerStep):
		}
		late := int64(time.Since(wanted))
		for worst := h.latestTick.Load(); late > worst; worst = h.latestTick.Load() {
			if h.latestTick.CompareAndSwap(worst, late) {
				break
			}
		}
	}
}

func (h *healthSampler) appendHealth(b []byte, now time.Time) []byte {
	second := arrivals.ProcessStats.Second()
	latency, gcShare, cpuShare := h.read()
	b = appendInt(append(b, '{'), "atNs", fromOrigin(now))
	b = appendInt(b, "asked", second.Scheduled)
	b = appendInt(b, "started", second.Started)
	b = appendInt(b, "finished", second.Completed)
	b = appendInt(b, "inFlight", second.InFlight)
	b = appendInt(b, "latenessP99Ns", int64(second.LatenessP99))
	b = appendInt(b, "latenessMaxNs", int64(second.LatenessMax))
	b = appendInt(b, "schedulerLatencyP99Ns", int64(latency))
	b = appendInt(b, "tickerLatenessMaxNs", max(0, h.latestTick.Swap(0)))
	b = appendFloat(b, "gcShare", gcShare)
	b = appendFloat(b, "cpuShare", cpuShare)
	return append(appendInt(b, "queuedBytes", h.tap.queue.waitingBytes()), '}')
}

// read returns, for the time since the call before: the p99 of how long a goroutine that could
// run waited to, the share of GC in the CPU time of this process, and the share of this process
// in the CPU time of the machine.
func (h *healthSampler) read() (latency time.Duration, gcShare, cpuShare float64) {
	now, cpu := time.Now(), processCPU()
	metrics.Read(h.samples)
	gcSecs := h.samples[1].Value.Float64()
	latency = h.latencyP99(h.samples[0].Value.Float64Histogram())
	if used := (cpu - h.cpu).Seconds(); used > 0 {
		gcShare = (gcSecs - h.gcSecs) / used
		cpuShare = used / now.Sub(h.at).Seconds() / float64(runtime.NumCPU())
	}
	h.at, h.cpu, h.gcSecs = now, cpu, gcSecs
	return latency, gcShare, cpuShare
}

func (h *healthSampler) latencyP99(current *metrics.Float64Histogram) time.Duration {
	before := h.previous.Counts
	h.previous.Counts = append([]uint64(nil), current.Counts...)
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
			// The last bucket has no upper end: its lower one is what can be said.
			edge := current.Buckets[i+1]
			if i == len(current.Counts)-1 {
				edge = current.Buckets[i]
			}
			return time.Duration(edge * float64(time.Second))
		}
	}
	return 0
}

func processCPU() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
