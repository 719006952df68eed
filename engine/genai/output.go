// Package genai sends the latencies of a load under the names of OpenTelemetry's conventions for
// generative AI, in seconds, beside the gw_ metrics that k6's own output sends.
package genai

import (
	"context"
	"fmt"
	"time"

	"github.com/sirupsen/logrus"
	"go.k6.io/k6/v2/metrics"
	"go.k6.io/k6/v2/output"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
)

// OutputName is the output that accompanies k6's own output to OpenTelemetry.
const OutputName = "assay-gen-ai"

const (
	flushEvery  = time.Second
	exportEvery = 10 * time.Second
)

func init() {
	output.RegisterExtension(OutputName, newOutput)
}

// genAIOutput translates samples of gw_ metrics; others are not its own.
type genAIOutput struct {
	output.SampleBuffer
	env        map[string]string
	logger     logrus.FieldLogger
	flusher    *output.PeriodicFlusher
	provider   *sdk.MeterProvider
	histograms map[string]metric.Float64Histogram
}

func newOutput(params output.Params) (output.Output, error) {
	return &genAIOutput{env: params.Environment, logger: params.Logger}, nil
}

func (o *genAIOutput) Description() string { return "OpenTelemetry, under the names of GenAI" }

func (o *genAIOutput) Start() error {
	exporter, err := newExporter(context.Background(), o.env)
	if err != nil {
		return fmt.Errorf("cannot export metrics of GenAI: %w", err)
	}
	return o.startWith(sdk.NewPeriodicReader(exporter, sdk.WithInterval(interval(o.env))))
}

func (o *genAIOutput) startWith(reader sdk.Reader) error {
	service, err := resource.Merge(resource.Default(), resource.NewSchemaless(
		attribute.String("service.name", serviceName(o.env)),
	))
	if err != nil {
		return err
	}
	o.provider = sdk.NewMeterProvider(sdk.WithReader(reader), sdk.WithResource(service))
	meter := o.provider.Meter("assay")
	o.histograms = map[string]metric.Float64Histogram{}
	for source, is := range translations {
		histogram, err := meter.Float64Histogram(is.name, metric.WithUnit("s"),
			metric.WithDescription(is.description), metric.WithExplicitBucketBoundaries(boundaries...))
		if err != nil {
			return err
		}
		o.histograms[source] = histogram
	}
	o.flusher, err = output.NewPeriodicFlusher(flushEvery, o.flush)
	return err
}

func (o *genAIOutput) Stop() error {
	o.flusher.Stop()
	if err := o.provider.Shutdown(context.Background()); err != nil {
		o.logger.WithError(err).Error("Failed to send the metrics of GenAI")
	}
	return nil
}

func (o *genAIOutput) flush() {
	for _, container := range o.GetBufferedSamples() {
		for _, sample := range container.GetSamples() {
			o.record(sample)
		}
	}
}

func (o *genAIOutput) record(sample metrics.Sample) {
	histogram, known := o.histograms[sample.Metric.Name]
	if !known {
		return
	}
	seconds := sample.Value / 1000
	histogram.Record(context.Background(), seconds, metric.WithAttributes(attributes(sample.Tags)...))
}
