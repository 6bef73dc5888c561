// What the application said of functions and events before it used them.
#include <cupti.h>
#include <gtest/gtest.h>

#include "profiler/observe/launch_call.hpp"

namespace rooflens::inject {
namespace {

TEST(HandleBook, KnowsEventsThatMeasureNoTime) {
  HandleBook handles;
  int start = 0;
  int plain = 0;
  handles.event_created(&start, true);
  handles.event_created(&plain, false);
  EXPECT_TRUE(handles.times(&start));
  EXPECT_FALSE(handles.times(&plain));
  handles.event_destroyed(&start);
  EXPECT_FALSE(handles.times(&start));
  handles.event_created(&start, true);
  handles.event_created(&start, false);
  EXPECT_FALSE(handles.times(&start)) << "the handle is used again";
}

TEST(HandleBook, WhatAStreamWaitsForMeasuresNoTime) {
  HandleBook handles;
  int event = 0;
  handles.event_created(&event, true);
  handles.event_orders_streams(&event);
  EXPECT_FALSE(handles.times(&event));
  handles.event_created(&event, true);
  EXPECT_TRUE(handles.times(&event)) << "another one, with that handle";
}

// The form of CUDA 3: block and shared memory belong to the function.
TEST(HandleBook, GivesLegacyLaunchesTheirShape) {
  HandleBook handles;
  auto* const function = reinterpret_cast<CUfunction>(8);
  const cuFuncSetBlockShape_params block{function, 16, 8, 4};
  const cuFuncSetSharedSize_params shared{function, 1024};
  note_shape(CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape, &block, handles);
  note_shape(CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize, &shared, handles);
  const cuLaunchGrid_params launch{function, 5, 3};
  const auto call = read_launch(CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid, &launch, handles);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->function, function);
  EXPECT_EQ(call->grid, (models::Dim3{5, 3, 1}));
  EXPECT_EQ(call->block, (models::Dim3{16, 8, 4}));
  EXPECT_EQ(call->dynamic_shared, 1024U);
}

// A program that tests how the driver refuses them.
TEST(LaunchCall, LeavesNullPointersToTheDriver) {
  HandleBook handles;
  const cuLaunchKernelEx_params nothing{};
  EXPECT_FALSE(read_launch(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, &nothing, handles));
  CUlaunchConfig config{};
  config.numAttrs = 1;
  const cuLaunchKernelEx_params no_attributes{&config, nullptr, nullptr, nullptr};
  EXPECT_FALSE(read_launch(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, &no_attributes, handles));
}

TEST(LaunchCall, SaysThatItIsForMemoryOfOtherGpus) {
  HandleBook handles;
  CUlaunchAttribute domain{};
  domain.id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
  CUlaunchConfig config{};
  config.attrs = &domain;
  config.numAttrs = 1;
  cuLaunchKernelEx_params launch{};
  launch.config = &config;
  for (const auto wanted : {CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT, CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE}) {
    domain.value.memSyncDomain = wanted;
    const auto call = read_launch(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, &launch, handles);
    ASSERT_TRUE(call);
    EXPECT_EQ(call->remote, wanted == CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE);
  }
}

TEST(LaunchCall, SaysThatClustersAreAskedFor) {
  HandleBook handles;
  std::vector<CUlaunchAttribute> attributes(2);
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[0].value.cooperative = 1;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  CUlaunchConfig config{};
  config.attrs = attributes.data();
  config.numAttrs = 2;
  cuLaunchKernelEx_params launch{};
  launch.config = &config;
  for (const unsigned wide : {0U, 2U}) {
    attributes[1].value.clusterDim.x = wide;
    const auto call = read_launch(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, &launch, handles);
    ASSERT_TRUE(call);
    EXPECT_EQ(call->form, collect::spool::LaunchForm::cooperative);
    EXPECT_EQ(call->clustered, wide > 0);
  }
}

}  // namespace
}  // namespace rooflens::inject
