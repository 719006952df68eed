// Command engine is k6 with what Assay needs compiled in: the module k6/x/gateway, the executor
// arrivals and the tap.
package main

import (
	"os"
	"runtime"

	"go.k6.io/k6/v2/cmd"

	_ "assay/engine/arrivals"
)

func main() {
	addSpareThreads()
	os.Args = withTap(os.Args, os.Getenv, os.Setenv)
	cmd.Execute()
	runtime.KeepAlive(headroom)
}
