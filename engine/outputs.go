package main

import (
	"slices"
	"strings"

	"assay/engine/genai"
	"assay/engine/tap"
)

// openTelemetry is k6's own output, which the names of GenAI accompany.
const openTelemetry = "opentelemetry"

// withOutputs adds the tap to the outputs of a run, because k6 starts only outputs that are named,
// and the names of GenAI beside k6's own output to OpenTelemetry. In k6 the arguments take precedence
// over K6_OUT, so the names go where the other outputs are.
func withOutputs(args []string, getenv func(string) string, setenv func(key, value string) error) []string {
	at := slices.Index(args, "run")
	if at < 0 {
		return args
	}
	if slices.ContainsFunc(args, isOutputFlag) {
		added := []string{"--out", tap.OutputName}
		if slices.ContainsFunc(args, isOpenTelemetry) {
			added = append(added, "--out", genai.OutputName)
		}
		return slices.Insert(slices.Clone(args), at+1, added...)
	}
	outputs := []string{tap.OutputName}
	if others := getenv("K6_OUT"); others != "" {
		outputs = append(strings.Split(others, ","), outputs...)
	}
	if slices.ContainsFunc(outputs, isOpenTelemetry) {
		outputs = append(outputs, genai.OutputName)
	}
	_ = setenv("K6_OUT", strings.Join(outputs, ","))
	return args
}

func isOutputFlag(arg string) bool {
	return arg == "--out" || strings.HasPrefix(arg, "--out=") ||
		strings.HasPrefix(arg, "-o") && !strings.HasPrefix(arg, "--")
}

// isOpenTelemetry also knows the older name of that output.
func isOpenTelemetry(arg string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "--out="), "-o"), "=")
	return name == openTelemetry || name == "experimental-"+openTelemetry
}
