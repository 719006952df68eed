package main

import (
	"slices"
	"strings"

	"assay/engine/tap"
)

// withTap adds the tap to the outputs of a run: k6 starts only outputs that are named. In k6 the
// arguments take precedence over K6_OUT, so the name goes where the other outputs are.
func withTap(args []string, getenv func(string) string, setenv func(key, value string) error) []string {
	at := slices.Index(args, "run")
	if at < 0 {
		return args
	}
	if slices.ContainsFunc(args, isOutputFlag) {
		return slices.Insert(slices.Clone(args), at+1, "--out", tap.OutputName)
	}
	outputs := tap.OutputName
	if others := getenv("K6_OUT"); others != "" {
		outputs = others + "," + outputs
	}
	_ = setenv("K6_OUT", outputs)
	return args
}

func isOutputFlag(arg string) bool {
	return arg == "--out" || strings.HasPrefix(arg, "--out=") ||
		strings.HasPrefix(arg, "-o") && !strings.HasPrefix(arg, "--")
}
