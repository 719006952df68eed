package arrivals

import (
	"context"
	"time"

	"assay/engine/arrivals/schedule"
)

// Arrival is what an iteration knows about itself. Only the virtual user that runs the iteration
// accesses it, so it needs no lock.
type Arrival struct {
	// ScheduledStart is when the iteration was due to start.
	ScheduledStart time.Time
	// Claimed is set by the first request of the iteration, which takes over the scheduled start.
	// Later requests start when the script sends them.
	Claimed bool
	schedule.Plan

	// local and global number the arrival from 0, in this segment and in the whole schedule.
	local, global uint64
}

type arrivalKey struct{}

// FromContext returns the arrival that a virtual user runs, or nil under another executor.
func FromContext(ctx context.Context) *Arrival {
	arrival, _ := ctx.Value(arrivalKey{}).(*Arrival)
	return arrival
}

func withArrival(ctx context.Context, arrival *Arrival) context.Context {
	return context.WithValue(ctx, arrivalKey{}, arrival)
}
