package gateway

import "time"

// origin is the zero of all times of this process. It carries a monotonic reading, so that a step
// of the wall clock moves no figure.
var origin = time.Now()

// sinceOrigin returns ns since the origin.
func sinceOrigin() int64 {
	return int64(time.Since(origin))
}

// fromOrigin returns a moment in ns since the origin.
func fromOrigin(moment time.Time) int64 {
	return int64(moment.Sub(origin))
}
