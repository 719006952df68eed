// Package arrivals gives k6 an executor for open and closed load models. In an open model,
// iterations start at the times of a schedule, late rather than never, and know their scheduled start.
//
// k6's own arrival-rate executors drop an iteration when no virtual user is free: a slow target then
// lowers the load that it is measured under, and the waiting time is in no metric.
package arrivals

import "go.k6.io/k6/v2/lib"

func init() {
	lib.RegisterExecutorConfigType(executorName, newConfig)
}
