// Package arrivals gives k6 an executor for the open model: iterations start at the times of a
// schedule, late rather than never, and are told when they were meant to start.
//
// k6's own arrival-rate executors drop an iteration when no virtual user is free, so that a slow
// target lowers the load that it is measured under and the waiting is in no figure.
package arrivals

import "go.k6.io/k6/v2/lib"

func init() {
	lib.RegisterExecutorConfigType(executorName, newConfig)
}
